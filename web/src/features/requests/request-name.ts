import type { CertificateRequest } from '@exempta/contract/requests'

/** Whom a request is for, as far as that is known. */
export const requestName = ({
  customerName,
  senderName,
  email,
  location,
  kind,
}: CertificateRequest): string =>
  customerName ??
  senderName ??
  email ??
  (kind === 'standing' ? `Counter: ${location ?? ''}` : 'A customer with the link')
