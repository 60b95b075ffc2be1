import type { RequestPage } from '@exempta/contract/requests/answers'

export interface StepProps {
  token: string
  page: RequestPage
  /** Fetches the page again. */
  onChange: () => Promise<void>
}
