export const limits = {
  childrenShown: 50,
  tagsListed: 500,
} as const
