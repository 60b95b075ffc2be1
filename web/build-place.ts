/** A build with the design system's living page is for tests only and never takes the product's place. */
export const hasShowcase = process.env.VITE_DEV_UI === '1'
export const buildFolder = hasShowcase ? 'build/showcase' : 'build'
