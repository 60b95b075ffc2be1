import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'

/** Certificates that were read and wait for their owner: until then, no business can rely on them. */
export const ToConfirm = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Banner
      title={count === 1 ? '1 certificate to confirm' : `${count.toLocaleString()} certificates to confirm`}
      action={
        <LinkButton to="/user/documents?status=to-confirm" variant="secondary" size="sm">
          {count === 1 ? 'Review it' : 'Review them'}
        </LinkButton>
      }
    >
      Check what we read. Businesses can rely on a certificate once you confirm it.
    </Banner>
  )
