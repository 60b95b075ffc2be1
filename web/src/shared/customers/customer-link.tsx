import { TextLink } from '../../ui/text.tsx'

/** The page of a customer. */
export const customerAddress = (id: string): string => `/business/customers/${id}`

/** Wherever a customer is named, the name opens its page. */
export const CustomerLink = ({ customer: { id, name } }: { customer: { id: string; name: string } }) => (
  <TextLink to={customerAddress(id)} className="[overflow-wrap:anywhere]">
    {name}
  </TextLink>
)
