/** Stands in built files where the public address belongs; the server, which knows it, puts it there. */
export const publicUrlMark = 'https://public-url.invalid'
