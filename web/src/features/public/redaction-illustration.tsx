/** A certificate and a card on their way through redaction: what must stay private is covered, the rest stays readable. */
export function RedactionIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 520 440"
      role="img"
      aria-label="A tax-exemption certificate and a payment card. Dark bars hide the private numbers; names and the last four digits stay readable."
      className={className}
    >
      <defs>
        <linearGradient id="card-face" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#1e4976" />
          <stop offset="1" stopColor="#0f2744" />
        </linearGradient>
        <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#14b8a6" stopOpacity="0" />
          <stop offset="1" stopColor="#14b8a6" stopOpacity=".34" />
        </linearGradient>
        <clipPath id="sheet-edge">
          <rect x="60" y="24" width="296" height="384" rx="14" />
        </clipPath>
      </defs>
      <g className="illustration-sheet">
        <rect
          x="60"
          y="24"
          width="296"
          height="384"
          rx="14"
          fill="#ffffff"
          stroke="#c9d5e4"
          strokeWidth="1.5"
        />
        <path d="M60 38a14 14 0 0 1 14-14h268a14 14 0 0 1 14 14v44H60z" fill="#0f2744" />
        <rect x="84" y="44" width="20" height="20" rx="5" fill="#14b8a6" />
        <path
          d="m89 54 3.6 3.6L99.5 50.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="116" y="59" fontSize="14" fontWeight="600" fill="#ffffff">
          Certificate of Exemption
        </text>

        <Label y={112}>Organization</Label>
        <Value y={132}>Lakeside Community Clinic</Value>
        <Label y={166}>State permit</Label>
        <Value y={186}>NC-0048-2217</Value>
        <Label y={220}>Social Security number</Label>
        <Value y={240} x={140}>
          4417
        </Value>
        <Label y={274}>Bank account</Label>
        <Value y={294}>021000 1180</Value>
        <Label y={328}>Date of birth</Label>
        <Value y={348}>03 / 14 / 1979</Value>
        <path
          d="M84 384c18-16 26 8 42-6s24 2 40-4"
          fill="none"
          stroke="#1e4976"
          strokeWidth="2"
          strokeLinecap="round"
        />

        <rect className="redaction-bar redaction-bar-1" x="82" y="226" width="52" height="19" rx="4" />
        <rect className="redaction-bar redaction-bar-2" x="82" y="280" width="92" height="19" rx="4" />
        <rect className="redaction-bar redaction-bar-3" x="82" y="334" width="104" height="19" rx="4" />
      </g>
      <g clipPath="url(#sheet-edge)">
        <g className="illustration-beam">
          <rect x="60" y="-36" width="296" height="60" fill="url(#beam)" />
          <rect x="60" y="22.5" width="296" height="2" fill="#14b8a6" />
        </g>
      </g>

      <g className="illustration-card">
        <rect
          x="262"
          y="262"
          width="232"
          height="146"
          rx="14"
          fill="url(#card-face)"
          stroke="#2f6299"
          strokeWidth="1.5"
        />
        <rect x="284" y="286" width="34" height="26" rx="5" fill="#e8c97a" />
        <path d="M284 299h34M301 286v26" stroke="#b8964a" strokeWidth="1.4" />
        <circle cx="458" cy="298" r="12" fill="#14b8a6" fillOpacity=".9" />
        <circle cx="444" cy="298" r="12" fill="#ffffff" fillOpacity=".55" />
        <text
          x="284"
          y="352"
          fontSize="16"
          fontWeight="600"
          textLength="138"
          lengthAdjust="spacingAndGlyphs"
          fill="#ffffff"
        >
          5412 7500 1234
        </text>
        <text x="432" y="352" fontSize="16" fontWeight="600" letterSpacing="1" fill="#ffffff">
          8841
        </text>
        <text x="284" y="386" fontSize="12" fill="#d5e0ee">
          AMELIA ORTIZ
        </text>
        <rect
          className="redaction-bar redaction-bar-4 redaction-bar-light"
          x="280"
          y="336"
          width="146"
          height="21"
          rx="4"
        />
      </g>

      <g className="illustration-seal">
        <circle cx="386" cy="82" r="40" fill="#14b8a6" />
        <circle
          cx="386"
          cy="82"
          r="40"
          fill="none"
          stroke="#ffffff"
          strokeOpacity=".55"
          strokeWidth="2"
          strokeDasharray="3 5"
        />
        <path
          d="M386 58.500l18 7v13.500c0 11.5-7.600 19.800-18 24-10.400-4.200-18-12.5-18-24V65.500z"
          fill="#ffffff"
        />
        <path
          d="m377.5 81.5 6 6 11.5-12"
          fill="none"
          stroke="#0f766e"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}

function Label({ y, children }: { y: number; children: string }) {
  return (
    <text x="84" y={y} fontSize="10.5" fill="#54657c">
      {children}
    </text>
  )
}

function Value({ x = 84, y, children }: { x?: number; y: number; children: string }) {
  return (
    <text x={x} y={y} fontSize="14" fontWeight="500" fill="#0f1f33">
      {children}
    </text>
  )
}
