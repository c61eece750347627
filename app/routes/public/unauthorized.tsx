export default function Page() {
  return (
    <main id="main">
      <h1>public/unauthorized</h1>
    </main>
  );
}
