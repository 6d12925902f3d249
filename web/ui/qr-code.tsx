import { encode } from 'uqr';

/** A QR code, drawn here: its text goes to no other service. Load it lazily. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // Scanners need dark on light, also in the dark theme.
      className="mx-auto size-52 rounded-md bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
