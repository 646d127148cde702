/** A circle that turns while something loads, with the styles of Amplify's loader. Text next to it states what loads. */
export function Loader({ size }: { readonly size: "small" | "large" }) {
  return (
    <svg className={`amplify-loader amplify-loader--${size}`} aria-hidden="true">
      <circle cx="50%" cy="50%" r="42%" strokeWidth="8%" />
      <circle cx="50%" cy="50%" r="42%" strokeWidth="8%" />
    </svg>
  );
}
