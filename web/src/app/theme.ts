import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

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

/** Mantine in the product's colours, type and measures; the values themselves stand in ui/tokens.css. */
export const theme = createTheme({
  colors: { flip },
  primaryColor: 'flip',
  // One shade for both schemes: with two, autoContrast puts white on the light one (stack.md 27).
  primaryShade: 6,
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'md',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  respectReducedMotion: true,
});

/** Leads Mantine's own variables to the tokens, so that one file holds every colour. */
export const resolveVariables: CSSVariablesResolver = () => {
  const colours = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
  };
  return { variables: {}, light: colours, dark: colours };
};
