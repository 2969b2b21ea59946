const PATHS = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  transfers: 'M4 8h13M14 5l3 3-3 3M20 16H7M10 13l-3 3 3 3',
  card: 'M5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9A2.5 2.5 0 0 1 5.5 5zM3 10h18M7 15h4',
  shield: 'M12 3l7 2.5v5.7c0 4.4-2.9 7.7-7 9.8-4.1-2.1-7-5.4-7-9.8V5.5z',
  shieldCheck: 'M12 3l7 2.5v5.7c0 4.4-2.9 7.7-7 9.8-4.1-2.1-7-5.4-7-9.8V5.5zM9 12l2.2 2.2L15.5 10',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.9-3.7 3.8-5.5 7.5-5.5s6.6 1.8 7.5 5.5',
  people:
    'M9 5.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 19c.6-3 2.9-4.5 6-4.5s5.4 1.5 6 4.5M16 5.8a3.5 3.5 0 0 1 0 6.4M18 14.8c1.6.7 2.6 2.1 3 4.2',
  pencil: 'M5 19l1-4L16.5 4.5l3 3L9 18z',
  signOut: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3.5 2',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4l3 2',
  alert: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.5v5.5M12 16.2v.01',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5M12 8v.01',
  help: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.01',
  checkCircle: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.3l2.8 2.8L16 9.8',
  crossCircle: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9 9l6 6M15 9l-6 6',
  circle: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 12v7a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-7',
  send: 'M4 12l16-7-6 15-3-6zM11 14l4-4',
  refund: 'M9 6L5 10l4 4M5 10h9a5 5 0 0 1 0 10h-2',
  document: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM14 3v5h5M9 13h6M9 17h6',
  phone: 'M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 17.5h2',
  copy: 'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  chevronRight: 'M9 5l7 7-7 7',
  chevronDown: 'M5 9l7 7 7-7',
  chevronLeft: 'M15 5l-7 7 7 7',
  lock: 'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  eyeOff:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM4 20L20 4',
  flask: 'M9 3h6M10 3v6L5 18a2 2 0 0 0 1.8 3h10.4A2 2 0 0 0 19 18l-5-9V3M7.5 15h9',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5',
  print: 'M7 8V4h10v4M7 17H5a1 1 0 0 1-1-1v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6a1 1 0 0 1-1 1h-2M7 14h10v6H7z',
  download: 'M12 4v11M7 10l5 5 5-5M5 20h14',
  mail: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3.5 7.5L12 13l8.5-5.5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5V4M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M18.7 5.3l-1 1M6.3 17.7l-1 1',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  device: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8 21h8M12 17v4',
  idCard:
    'M5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9A2.5 2.5 0 0 1 5.5 5zM9 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM6 16c.5-1.5 1.6-2.2 3-2.2s2.5.7 3 2.2M15 10h3M15 14h3',
  selfie:
    'M8.5 3h7A2.5 2.5 0 0 1 18 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 18.5v-13A2.5 2.5 0 0 1 8.5 3zM12 8a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.8 16.5c.6-1.5 1.7-2.2 3.2-2.2s2.6.7 3.2 2.2',
  license: 'M12 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM9 15.5L8 21l4-2 4 2-1-5.5M9.7 10l1.7 1.7 3-3',
  call: 'M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4 6a2 2 0 0 1 2-2z',
  bulb: 'M9 17h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.5.4.5 1 .5 1.6v1h6v-1c0-.6 0-1.2.5-1.6A6 6 0 0 0 12 3.5z',
  trash: 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13',
  chart: 'M4 20h16M7 20v-8M12 20V5M17 20v-11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5.1 13.2a4 4 0 0 0 5.7 5.7l1.2-1.2',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly name: IconName;
  /** Edge in px: 20 next to text, 14 in badges. */
  readonly size?: number;
  readonly className?: string;
  /** Of the text around it, if not given. */
  readonly color?: string;
}

/** A decorative line drawing next to text, hidden from assistive technology. */
export function Icon({ name, size = 20, className = '', color }: IconProps) {
  return (
    <svg
      className={`icon ${className}`}
      color={color}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
