import { Outlet, useLocation } from 'react-router'
import { mainId, SkipLink } from './shell/page-progress.tsx'
import { PublicHeader } from './shell/public-header.tsx'
import { GuestFooter, SiteFooter } from './shell/site-footer.tsx'

/** Behind an emailed link or a QR code: someone came to open a document, to answer a request or to audit. */
const isGuestPage = (path: string) => /^\/(s|r|audit)\//.test(path)

/** Pages open to all. */
export default function PublicLayout() {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col">
        <PublicHeader />
        <main id={mainId} tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        {isGuestPage(pathname) ? <GuestFooter /> : <SiteFooter />}
      </div>
    </>
  )
}
