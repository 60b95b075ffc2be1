export interface PostSummary {
  slug: string
  title: string
  category: string
  /** `2026-11-03`. */
  date: string
  minutes: number
  summary: string
}

export interface Post extends PostSummary {
  html: string
}
