import { isRouteErrorResponse } from 'react-router'

/** Only the shell has no data of its page, and it is sent for an address without a text. */
const isWithoutData = (error: unknown) =>
  error instanceof Error && /^No result found for routeId/.test(error.message)

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/** The `clientLoader` of pages that the build writes, such as posts: null for an address without one. */
export async function loadWritten<Page>({
  serverLoader,
}: {
  serverLoader: () => Promise<unknown>
}): Promise<Page | null> {
  try {
    return (await serverLoader()) as Page
  } catch (error) {
    if (isMissing(error) || isWithoutData(error)) return null
    throw error
  }
}
