import { type NavigateOptions, useSearchParams } from 'react-router'

/**
 * The parameters of the address, and ways to change them. A change starts from the address as it is at that moment:
 * the parameters of the last drawing may be older, and what was chosen since would be lost.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams()
  const change = (to: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
    setParams(to(new URLSearchParams(window.location.search)), options)
  return {
    params,
    change,
    set: (name: string, value: string | undefined, options?: NavigateOptions) =>
      change((now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      }, options),
  }
}
