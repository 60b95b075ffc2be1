import type { CustomerPage } from '@exempta/contract/customers'
import { stateNames } from '@exempta/contract/states'
import type { ReactNode } from 'react'
import { CustomerLink } from '../../../shared/customers/customer-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { EmailText } from '../../../ui/text.tsx'

const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="grid gap-2 [overflow-wrap:anywhere]">{children}</ul>
)

/** What the business wrote down. Fields that are empty aren’t shown: Edit has all of them. */
export function CustomerDetails({ customer }: { customer: CustomerPage }) {
  const { number, otherNames, contacts, addresses, parent, children, tags, note } = customer
  const facts: Fact[] = [
    { label: 'Customer number', value: number ?? <span className="font-normal text-ink-muted">None</span> },
  ]
  if (otherNames.length > 0) {
    facts.push({
      label: 'Other names',
      value: (
        <Lines>
          {otherNames.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </Lines>
      ),
    })
  }
  if (contacts.length > 0) {
    facts.push({
      label: 'Contacts',
      value: (
        <Lines>
          {contacts.map(({ name, email, phone }) => (
            <li key={`${name} ${email} ${phone}`} className="grid">
              {name && <span>{name}</span>}
              {email && (
                <span className="font-normal">
                  <EmailText of={email} />
                </span>
              )}
              {phone && <span className="font-normal">{phone}</span>}
            </li>
          ))}
        </Lines>
      ),
    })
  }
  if (addresses.length > 0) {
    facts.push({
      label: 'Where they buy',
      value: (
        <Lines>
          {addresses.map(({ street, city, state, postalCode }) => (
            <li key={`${street} ${city} ${state} ${postalCode}`}>
              {[street, city, `${stateNames[state] ?? state} ${postalCode ?? ''}`.trim()]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </Lines>
      ),
    })
  }
  if (parent) facts.push({ label: 'Belongs to', value: <CustomerLink customer={parent} /> })
  if (children.length > 0) {
    facts.push({
      label: 'Customers that belong to it',
      value: (
        <Lines>
          {children.map((child) => (
            <li key={child.id}>
              <CustomerLink customer={child} />
            </li>
          ))}
        </Lines>
      ),
    })
  }
  if (tags.length > 0) {
    facts.push({
      label: 'Tags',
      value: (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    })
  }
  if (note) facts.push({ label: 'Note', value: <span className="whitespace-pre-line">{note}</span> })
  return (
    <Card title="Details">
      <div className="[&_dl]:grid-cols-1">
        <Facts facts={facts} />
      </div>
    </Card>
  )
}
