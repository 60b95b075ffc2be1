/** Times in emails: all in the installation's one time zone, which each of them names. */
export interface EmailTimes {
  /** Such as “Nov 19, 2026, 4:30 AM EST”. */
  moment(at: Date): string
  /** For subjects and titles, where the moment stands in the text below. */
  day(at: Date): string
}

export function emailTimes(timeZone: string): EmailTimes {
  const moment = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  return { moment: (at) => moment.format(at), day: (at) => day.format(at) }
}
