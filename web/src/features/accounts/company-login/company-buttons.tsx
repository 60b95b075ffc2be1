import { EmailAddress } from '@exempta/contract/people'
import { findCompanyLogins, startCompanyLogin } from '@exempta/contract/single-sign-on'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { useIsHydrated } from '../../../lib/hooks.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { keepFocus } from '../../../ui/focus.ts'

/** If the question fails, people still have their password. */
function useLoginsOf(domain: string | undefined) {
  const [found, setFound] = useState<{ domain: string; logins: { id: string; name: string }[] }>()
  useEffect(() => {
    if (!domain) return
    const asking = new AbortController()
    call(findCompanyLogins, { body: { email: `anyone@${domain}` } }, { signal: asking.signal })
      .then(({ logins }) => setFound({ domain, logins }))
      .catch(() => undefined)
    return () => asking.abort()
  }, [domain])
  return found
}

/** The buttons of the companies that the typed address can log in with. Only its domain is asked about. */
export function CompanyButtons() {
  const { getValues } = useFormContext<{ email?: string }>()
  const isHydrated = useIsHydrated()
  const heard = useWatch<{ email?: string }>({ name: 'email' })
  // The form holds what was typed into the prerendered page, but no one hears of it.
  const typed = heard ?? (isHydrated ? getValues('email') : undefined)
  const address = EmailAddress.safeParse(typed).data
  const domain = address?.slice(address.lastIndexOf('@') + 1)
  const found = useLoginsOf(domain)
  const [startingId, setStartingId] = useState<string>()
  const [failure, setFailure] = useState<string>()

  async function start(id: string) {
    setStartingId(id)
    setFailure(undefined)
    try {
      const { url } = await call(startCompanyLogin, { params: { id } })
      window.location.assign(url)
    } catch (error) {
      setFailure(errorText(error))
      setStartingId(undefined)
    }
  }
  const logins = found?.domain === domain ? (found?.logins ?? []) : []
  return (
    <div aria-live="polite" className={logins.length > 0 || failure ? 'grid gap-3' : 'contents'}>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {logins.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          {...keepFocus}
          isLoading={startingId === id}
          onClick={() => void start(id)}
        >
          <Building2 aria-hidden className="size-4" />
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
