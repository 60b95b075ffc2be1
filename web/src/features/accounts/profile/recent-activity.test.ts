import { describe, expect, it } from 'vitest'
import { activityWords } from './recent-activity.tsx'

describe('activityWords', () => {
  it('describes what was done and what was refused', () => {
    expect(activityWords('session.sign-in', 'done')).toBe('Logged in')
    expect(activityWords('session.sign-in', 'refused')).toBe('Login refused')
    expect(activityWords('document.process', 'failed')).toBe('Document processed (failed)')
  })

  it('describes an unknown action like the audit log does', () => {
    expect(activityWords('api-key.create', 'done')).toBe('Created an API key')
  })

  it('shows which email an administrator opened', () => {
    const words = (which: 'received' | 'sent') => activityWords('mail.reveal', 'done', which)
    expect(words('received')).toBe('An administrator opened an email sent to you')
    expect(words('sent')).toBe('An administrator opened an email you sent')
  })
})
