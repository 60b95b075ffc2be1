import { OneTimeToken } from '@exempta/contract/accounts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The secret of a one-time link: behind the #, so that it reaches no server log and no referrer, and taken out of the
 * address bar and the history as soon as it is read. Undefined when the link is not whole.
 */
export function useLinkToken(): string | undefined {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const found = OneTimeToken.safeParse(new URLSearchParams(hash.slice(1)).get('token')).data
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (!hash) return
    setToken(found)
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  }, [hash, found, pathname, search, navigate])
  return token
}
