import { answerPasskey, askPasskey } from '@exempta/contract/passkeys'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { answerWithPasskey, canUsePasskeys } from '../../lib/passkeys.ts'
import { enterSession } from '../../lib/session-calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'

/** Finishes signing in with a passkey, where the browser can. */
export function PasskeyButton() {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!canUsePasskeys()) return null

  async function ask() {
    setAsking(true)
    setFailure(undefined)
    try {
      const { options } = await call(askPasskey)
      const response = await answerWithPasskey(options)
      enterSession((await call(answerPasskey, { body: { response } })).session)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {failure && <Banner tone="danger">{failure}</Banner>}
      <Button variant="secondary" {...keepFocus} isLoading={isAsking} onClick={() => void ask()}>
        <KeyRound aria-hidden className="size-4" />
        Use a passkey
      </Button>
    </>
  )
}
