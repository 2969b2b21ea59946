import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

function Art({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      component="svg"
      className="icon art"
      w={{ base: 104, sm: 124 }}
      h={{ base: 80, sm: 96 }}
      viewBox="18 0 124 96"
      aria-hidden="true"
      focusable="false"
    >
      <rect fill="var(--accent-soft)" stroke="none" x="24" y="8" width="96" height="80" rx="10" />
      {children}
    </Box>
  );
}

/** A form with a name on it, and a tick. */
export function SignUpArt() {
  return (
    <Art>
      <rect fill="var(--surface)" x="40" y="20" width="64" height="60" rx="8" />
      <circle cx="60" cy="38" r="7" />
      <path d="M76 35h18M76 42h11M50 56h44M50 66h24" />
      <circle fill="var(--accent)" stroke="none" cx="100" cy="74" r="12" />
      <path stroke="var(--on-accent)" strokeWidth="2.5" d="M95 74.5l3.5 3.5 6.5-7" />
    </Art>
  );
}

/** A window with a navigation and a bar partly filled. */
export function DashboardArt() {
  return (
    <Art>
      <rect fill="var(--surface)" x="32" y="20" width="80" height="56" rx="8" />
      <path d="M52 20v56M38 32h8M38 42h8M38 52h8" />
      <path d="M62 34h22M62 48h40" strokeWidth="5" opacity=".28" />
      <path d="M62 48h20" strokeWidth="5" />
      <path d="M62 62h40" />
    </Art>
  );
}

/** A card, an arrow and a telephone that got it. */
export function SendArt() {
  return (
    <Art>
      <rect fill="var(--surface)" x="20" y="30" width="56" height="38" rx="6" />
      <path d="M20 42h56M29 56h14" />
      <rect fill="var(--surface)" x="94" y="18" width="34" height="60" rx="7" />
      <path d="M107 70h8" />
      <circle fill="var(--accent)" stroke="none" cx="111" cy="43" r="10" />
      <path stroke="var(--on-accent)" strokeWidth="2.5" d="M106.5 43.3l3.2 3.2 5.8-6" />
      <path d="M80 49h8M85 45l4 4-4 4" />
    </Art>
  );
}

/** The card and the phone again, larger, next to the sign-up link. */
export function ClosingArt() {
  return (
    <svg className="icon art" width="100%" viewBox="0 0 300 200" aria-hidden="true" focusable="false">
      <rect fill="var(--surface)" x="14" y="62" width="132" height="86" rx="10" />
      <path d="M14 88h132" />
      <path d="M32 112h34M32 128h20" opacity=".4" />
      <rect fill="var(--surface)" x="202" y="20" width="84" height="160" rx="16" />
      <path d="M234 32h20M222 124h44M222 138h28" opacity=".4" />
      <circle fill="var(--accent)" stroke="none" cx="244" cy="84" r="22" />
      <path stroke="var(--on-accent)" strokeWidth="2.5" d="M234 84.5l7 7 13-14" />
      <path d="M158 105h30M178 95l10 10-10 10" />
    </svg>
  );
}
