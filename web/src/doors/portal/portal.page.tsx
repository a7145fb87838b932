import { getPortalLogo } from '@cartage/contract/doors/app/logos'
import { useQuery } from '@tanstack/react-query'
import { Opened } from '../kit/opened.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { ListScreen } from './list-screen.tsx'
import { OrderScreen } from './order-screen.tsx'
import { usePlace } from './place.ts'
import { portalQuery } from './portal.queries.ts'

/** The orders of a customer, for the person who was invited (PORTAL-2). */
export function PortalPage() {
  const query = useQuery(portalQuery())
  const place = usePlace()
  return (
    <Opened query={query} logo={getPortalLogo} isWide>
      {(portal) => {
        if (place.at === 'order') return <OrderScreen key={place.orderId} orderId={place.orderId} />
        if (place.at === 'entry') return <EntryScreen key={place.orderId} orderId={place.orderId} />
        return <ListScreen portal={portal} />
      }}
    </Opened>
  )
}
