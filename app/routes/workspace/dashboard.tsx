export default function Page() {
  return (
    <main id="main">
      <h1>workspace/dashboard</h1>
    </main>
  );
}
