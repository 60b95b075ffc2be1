/** Files that `npm run media` makes of each lesson. */
const folder = '/media/lessons'

export const posterOf = (slug: string) => `${folder}/${slug}.webp`
export const videoOf = (slug: string) => `${folder}/${slug}.webm`
export const captionsOf = (slug: string) => `${folder}/${slug}.vtt`
