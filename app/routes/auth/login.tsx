export default function Page() {
  return (
    <main id="main">
      <h1>auth/login</h1>
    </main>
  );
}
