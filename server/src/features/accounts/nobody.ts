/** Stands for the person behind an unknown address, so that unknown addresses take the same work as known ones. */
export const nobodyId = '00000000-0000-0000-0000-000000000000'
