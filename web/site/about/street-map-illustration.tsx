/** Stands for the way to us; it shows no real streets. */
export function StreetMapIllustration() {
  return (
    <svg viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="640" height="360" fill="var(--tile)" />
      <g fill="var(--tile-sky)">
        <rect x="24" y="24" width="150" height="96" rx="10" />
        <rect x="206" y="24" width="120" height="70" rx="10" />
        <rect x="24" y="206" width="110" height="130" rx="10" />
        <rect x="166" y="226" width="150" height="110" rx="10" />
        <rect x="470" y="24" width="146" height="110" rx="10" />
        <rect x="498" y="196" width="118" height="140" rx="10" />
      </g>
      <path
        d="M-10 165C120 150 200 180 330 150S520 150 660 168"
        stroke="var(--surface)"
        strokeWidth="34"
        fill="none"
      />
      <path
        d="M398-10C380 90 420 220 404 380"
        stroke="var(--surface)"
        strokeWidth="26"
        fill="none"
      />
      <path
        d="M-10 165C120 150 200 180 330 150S520 150 660 168"
        stroke="#83d2d8"
        strokeWidth="2"
        strokeDasharray="10 10"
        fill="none"
      />
      <path d="M420 290c30-30 70-20 74 14 2 24-30 38-74 34z" fill="var(--tile-green)" />
      <g transform="translate(338 150)">
        <ellipse cy="4" rx="16" ry="6" fill="#091619" opacity=".2" />
        <path d="M0 2C-22-24-30-36-30-50a30 30 0 0160 0c0 14-8 26-30 52z" fill="#d23937" />
        <circle cy="-50" r="11" fill="#fff" />
      </g>
    </svg>
  )
}
