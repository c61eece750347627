export default function Page() {
  return (
    <main id="main">
      <h1>public/landing</h1>
    </main>
  );
}
