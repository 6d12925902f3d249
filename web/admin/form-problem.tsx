/** What is wrong with a form as a whole, and is read out at once; nothing when nothing is. */
export function FormProblem({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p
      role="alert"
      className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium wrap-anywhere text-danger"
    >
      {text}
    </p>
  );
}
