/**
 * The look of the product for the API reference: the font and the colors of `web/src/ui/tokens.css`, light and dark.
 * Without a web build there is no font to load, and the system's own is used.
 */
export const referenceStyles = (fontAddress: string | undefined): string => `
${fontAddress ? fontFace(fontAddress) : ''}
:root {
  --scalar-font: "Inter Variable", ui-sans-serif, system-ui, sans-serif;
  --scalar-radius: 8px;
  --scalar-radius-lg: 12px;
  --scalar-radius-xl: 12px;
}
.light-mode {
  color-scheme: light;
  --scalar-color-1: #0f2744;
  --scalar-color-2: #475569;
  --scalar-color-3: #5b6b80;
  --scalar-color-accent: #0f766e;
  --scalar-background-1: #ffffff;
  --scalar-background-2: #f1f5f9;
  --scalar-background-3: #e2e8f0;
  --scalar-background-accent: #ccfbf1;
  --scalar-border-color: #e2e8f0;
  --scalar-button-1: #0f766e;
  --scalar-button-1-hover: #115e59;
  --scalar-button-1-color: #ffffff;
  --scalar-color-green: #047857;
  --scalar-color-red: #b91c1c;
  --scalar-color-yellow: #b45309;
  --scalar-color-blue: #0369a1;
  --scalar-color-orange: #b45309;
  --scalar-color-purple: #1e4976;
}
.dark-mode {
  color-scheme: dark;
  --scalar-color-1: #f1f5f9;
  --scalar-color-2: #cbd5e1;
  --scalar-color-3: #a3b2c7;
  --scalar-color-accent: #2dd4bf;
  --scalar-background-1: #0a1a2f;
  --scalar-background-2: #0f2744;
  --scalar-background-3: #16365c;
  --scalar-background-accent: #134e4a;
  --scalar-border-color: #1e3a5c;
  --scalar-button-1: #2dd4bf;
  --scalar-button-1-hover: #5eead4;
  --scalar-button-1-color: #0a1a2f;
  --scalar-color-green: #34d399;
  --scalar-color-red: #f87171;
  --scalar-color-yellow: #fbbf24;
  --scalar-color-blue: #38bdf8;
  --scalar-color-orange: #fbbf24;
  --scalar-color-purple: #93c5fd;
}
.light-mode .t-doc__sidebar, .dark-mode .t-doc__sidebar {
  --scalar-sidebar-background-1: #0f2744;
  --scalar-sidebar-color-1: #ffffff;
  --scalar-sidebar-color-2: #c3d0e0;
  --scalar-sidebar-color-active: #ffffff;
  --scalar-sidebar-item-hover-background: #16365c;
  --scalar-sidebar-item-hover-color: #ffffff;
  --scalar-sidebar-item-active-background: #1e4976;
  --scalar-sidebar-border-color: #1e3a5c;
  --scalar-sidebar-search-background: #16365c;
  --scalar-sidebar-search-color: #c3d0e0;
  --scalar-sidebar-search-border-color: #1e3a5c;
  --scalar-color-1: #ffffff;
  --scalar-color-2: #c3d0e0;
  --scalar-color-3: #c3d0e0;
  --scalar-background-1: #0f2744;
  --scalar-background-2: #16365c;
  --scalar-color-green: #34d399;
  --scalar-color-red: #f87171;
  --scalar-color-blue: #38bdf8;
  --scalar-color-orange: #fbbf24;
  --scalar-color-purple: #93c5fd;
}
.t-doc__sidebar button[aria-expanded] {
  min-width: 24px;
  min-height: 24px;
}
`

const fontFace = (address: string) => `@font-face {
  font-family: "Inter Variable";
  font-display: swap;
  font-weight: 100 900;
  src: url("${address}") format("woff2");
}`
