import { useAddressParams } from '../../../lib/use-address-params.ts'

const name = 'open'

/** The document looked at stands in the address: a link leads to it, and Back closes it. */
export function useOpenDocument() {
  const { params, set } = useAddressParams()
  const show = (id: string | undefined, replace: boolean) =>
    set(name, id, { replace, preventScrollReset: true })
  return {
    openId: params.get(name) ?? undefined,
    open: (id: string) => show(id, params.has(name)),
    close: () => show(undefined, true),
  }
}
