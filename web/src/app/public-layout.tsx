import { Outlet } from 'react-router'
import { mainId, SkipLink } from './shell/page-progress.tsx'
import { PublicHeader } from './shell/public-header.tsx'
import { SiteFooter } from './shell/site-footer.tsx'

/** Pages open to all. */
export default function PublicLayout() {
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col">
        <PublicHeader />
        <main id={mainId} tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        <SiteFooter />
      </div>
    </>
  )
}
