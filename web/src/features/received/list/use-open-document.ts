import { useSearchParams } from 'react-router'

const name = 'open'

/** The document looked at stands in the address: a link leads to it, and Back closes it. */
export function useOpenDocument() {
  const [params, setParams] = useSearchParams()
  const set = (id: string | undefined, replace: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set(name, id)
        else next.delete(name)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return {
    openId: params.get(name) ?? undefined,
    open: (id: string) => set(id, params.has(name)),
    close: () => set(undefined, true),
  }
}
