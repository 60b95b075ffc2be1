import { positions as titles } from '@exempta/contract/admin/applications'
import { useLoaderData } from 'react-router'
import { Careers } from '../../../features/public/careers.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { openPositions } from '../../content/content.server.ts'

const intro =
  'Help people share tax-exemption documents without giving away private details. See open positions and apply.'

export const loader = () => ({ positions: openPositions, generalTitle: titles.general })

export const meta = pageMeta('Careers', intro)

export default function CareersPage() {
  return <Careers {...useLoaderData<typeof loader>()} intro={intro} />
}
