export { IpListCard } from './ip-list-card.tsx'
