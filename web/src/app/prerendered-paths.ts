/** Public pages that the build writes as HTML, so that they are read without JavaScript. */
export const prerenderedPaths = ['/']
