import {
  Badge,
  createTheme,
  InputWrapper,
  Modal,
  Notification,
  Table,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import classes from './theme.module.css';

const pine: MantineColorsTuple = [
  '#eef8f6',
  '#dcefeb',
  '#b4ded5',
  '#88ccbe',
  '#64bdaa',
  '#4cb39d',
  '#3dae96',
  '#2c9882',
  '#1c7a68',
  '#0c6354',
];

/**
 * Options open on demand, so that they do not cover an error, and scroll without an extra tab stop.
 * Named by string to keep these components out of the first page.
 */
const CHOICES = {
  defaultProps: { withScrollArea: false, openOnFocus: false },
  styles: { options: { maxHeight: 250, overflowY: 'auto' } },
};

export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  // The lightest shade with a contrast of 4.5 to white text.
  primaryShade: 8,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } },
  },
  components: {
    Select: CHOICES,
    MultiSelect: CHOICES,
    Autocomplete: CHOICES,
    Skeleton: { classNames: { root: classes['skeleton'] ?? '' } },
    Checkbox: { classNames: { input: classes['box'] ?? '' } },
    // An asterisk would become part of the accessible name.
    InputWrapper: InputWrapper.extend({ defaultProps: { withAsterisk: false } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 500, radius: 'sm' } }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        // The page has a banner already.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 600 } },
    }),
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 600 } },
    },
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } }),
  },
});

/** Mantine's own shades are below WCAG 2.2 contrast (1.4.3, 1.4.11). */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6b7279',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': 'var(--mantine-color-pine-8)',
    '--chart-second': 'var(--mantine-color-orange-8)',
    '--chart-good': 'var(--mantine-color-green-8)',
    '--chart-waiting': 'var(--mantine-color-yellow-8)',
  },
  dark: {
    '--mantine-color-text': '#e6e6e6',
    // Also readable in a hovered row.
    '--mantine-color-dimmed': '#b0b0b0',
    '--mantine-color-placeholder': '#a0a0a0',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': 'var(--mantine-color-pine-3)',
    '--chart-second': 'var(--mantine-color-orange-4)',
    '--chart-good': 'var(--mantine-color-green-5)',
    '--chart-waiting': 'var(--mantine-color-yellow-4)',
  },
});
