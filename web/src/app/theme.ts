import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const flip: MantineColorsTuple = [
  '#e9f6f1',
  '#cfeadf',
  '#a2d6c2',
  '#72c1a4',
  '#45c095',
  '#1e9170',
  '#0b7a5b',
  '#096b50',
  '#075741',
  '#04402f',
];

/** Tones with a text color other than the tone itself. */
const TEXT_COLORS: Readonly<Record<string, string>> = {
  neutral: 'var(--text-2)',
  accent: 'var(--accent-text)',
};

/** Every variant of a control in the tokens' colors; `light` and `outline` take the name of a tone. */
const variantColorResolver: VariantColorsResolver = ({ variant, color = 'neutral' }) => {
  const border = '1px solid transparent';
  const soft = `var(--${color}-soft)`;
  const strong = TEXT_COLORS[color] ?? `var(--${color})`;
  const surface = { background: 'var(--surface)', hover: 'var(--surface-2)' };
  switch (variant) {
    case 'filled':
      return { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border };
    case 'default':
      return { ...surface, color: 'var(--text)', border: '1px solid var(--border-strong)' };
    case 'outline':
      return { ...surface, hover: soft, color: strong, border: `1px solid ${strong}` };
    case 'light':
      return { background: soft, hover: soft, color: strong, border };
    default:
      return { ...surface, background: 'transparent', color: 'var(--text-2)', border };
  }
};

/** Height, side padding and type of the three buttons: 48 in forms, 40 in rows, 32 at the review desk. */
const BUTTONS: Readonly<Record<string, readonly [string, string, string]>> = {
  md: ['48px', '24px', '16px'],
  sm: ['40px', '16px', '14px'],
  xs: ['32px', '12px', '14px'],
};

/** Mantine in the product's colors, type and measures; the values are in ui/style/tokens.css. */
export const theme = createTheme({
  colors: { flip },
  primaryColor: 'flip',
  // One shade for both schemes: with two, autoContrast puts white on the light one.
  primaryShade: 6,
  autoContrast: true,
  variantColorResolver,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  lineHeights: { xs: '16px', sm: '20px', md: '24px', lg: '28px', xl: '36px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  // `sm`, a phone's width, is Mantine's own 768 px.
  breakpoints: { md: '64em' },
  respectReducedMotion: true,
  components: {
    Button: {
      vars: (_theme: unknown, { size = 'md' }: { readonly size?: string }) => {
        const [height, padding, type] = BUTTONS[size] ?? [];
        return { root: { '--button-height': height, '--button-padding-x': padding, '--button-fz': type } };
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'var(--touch)' } },
    Input: {
      // `lg` is the large form for amounts, `xs` the small one of the staff's screens.
      vars: (_theme: unknown, { size }: { readonly size?: string }) => ({
        wrapper: {
          '--input-height': { xs: '32px', lg: '56px' }[size ?? ''] ?? 'var(--control)',
          '--input-fz': { xs: 'var(--fs-14)', lg: 'var(--fs-28)' }[size ?? ''] ?? 'var(--fs-16)',
          '--input-padding': size === 'xs' ? 'var(--s-12)' : 'var(--s-16)',
        },
      }),
    },
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Checkbox: { defaultProps: { size: 'md', iconColor: 'var(--on-accent)' } },
    Switch: {
      defaultProps: { size: 'md', color: 'var(--accent)', labelPosition: 'left', withThumbIndicator: false },
    },
    SegmentedControl: {
      defaultProps: {
        fullWidth: true,
        withItemsBorders: false,
      },
      vars: () => ({
        root: { '--sc-padding': '12px 4px', '--sc-font-size': 'var(--fs-14)', '--sc-shadow': 'none' },
      }),
    },
    Alert: {
      // Warnings and errors have an edge.
      vars: (_theme: unknown, { color }: { readonly color?: string }) => ({
        root: {
          '--alert-bd': `1px solid ${color === 'danger' || color === 'warning' ? `var(--${color})` : 'transparent'}`,
        },
      }),
    },
    PasswordInput: { vars: () => ({ root: { '--psi-button-size': 'var(--touch)' } }) },
    Badge: {
      defaultProps: { variant: 'light' },
      vars: (_theme: unknown, { size }: { readonly size?: string }) => ({
        root: {
          '--badge-height': size === 'lg' ? '32px' : '24px',
          '--badge-fz': size === 'lg' ? 'var(--fs-14)' : 'var(--fs-12)',
          '--badge-padding-x': size === 'lg' ? 'var(--s-12)' : 'var(--s-8)',
        },
      }),
    },
    Avatar: {
      defaultProps: { color: 'neutral' },
      vars: (_theme: unknown, { size = 40 }: { readonly size?: number }) => ({
        root: {
          '--avatar-placeholder-fz': { 24: 'var(--fs-12)', 56: 'var(--fs-20)' }[size] ?? 'var(--fs-14)',
        },
      }),
    },
    Skeleton: { defaultProps: { animate: false, radius: 'sm' } },
  },
});

/** Maps Mantine's variables to the tokens, so that one file defines every color. */
export const resolveVariables: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-black': 'var(--text)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-disabled': 'var(--neutral-soft)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-flip-filled': 'var(--accent)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-gray-0': 'var(--surface-2)',
    '--mantine-color-gray-1': 'var(--surface-2)',
    '--mantine-color-gray-2': 'var(--track)',
    '--mantine-color-gray-3': 'var(--border)',
    '--mantine-color-gray-4': 'var(--border-strong)',
    '--mantine-color-gray-7': 'var(--text-2)',
    '--mantine-color-dark-0': 'var(--text)',
    '--mantine-color-dark-1': 'var(--text-2)',
    '--mantine-color-dark-4': 'var(--border)',
    '--mantine-color-dark-5': 'var(--surface)',
    '--mantine-color-dark-6': 'var(--surface)',
    '--mantine-color-dark-8': 'var(--surface-2)',
  };
  const weights = { '--mantine-font-weight-bold': 'var(--fw-strong)' };
  return {
    variables: weights,
    // Mantine's white is a ground in light and a text in dark.
    light: { ...colors, '--mantine-color-white': 'var(--surface)' },
    dark: { ...colors, '--mantine-color-white': 'var(--text)' },
  };
};
