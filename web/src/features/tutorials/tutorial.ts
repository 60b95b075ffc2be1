export interface TutorialSummary {
  slug: string
  title: string
  kind: 'lesson' | 'guide'
  minutes: number
  summary: string
}

export interface Tutorial extends TutorialSummary {
  html: string
}
