import type { Accepted } from '@exempta/contract/coverage'
import { formatDay } from '../../lib/format.ts'

/** Who settled what was open, and until when. */
export const AcceptedLine = ({ accepted: { reason, by, on, until } }: { accepted: Accepted }) => (
  <p className="[overflow-wrap:anywhere]">
    <span className="font-medium">
      Accepted{by && ` by ${by}`} on {formatDay(on)}
    </span>{' '}
    until {formatDay(until)}: {reason}
  </p>
)
