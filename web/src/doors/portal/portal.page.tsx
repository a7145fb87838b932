import { getPortalLogo } from '@cartage/contract/doors/app/logos'
import type { Portal } from '@cartage/contract/doors/app/portal'
import { useQuery } from '@tanstack/react-query'
import { OfficeContact } from '../kit/contact.tsx'
import { Opened } from '../kit/opened.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { ListScreen } from './list-screen.tsx'
import { OrderScreen } from './order-screen.tsx'
import { type Place, usePlace } from './place.ts'
import { portalQuery } from './portal.queries.ts'

/** A customer's orders, for an invited person (PORTAL-2). */
export function PortalPage() {
  const query = useQuery(portalQuery())
  const place = usePlace()
  return (
    <Opened query={query} logo={getPortalLogo} isWide>
      {(portal) => (
        <>
          <Screen portal={portal} place={place} />
          <OfficeContact phone={portal.office_phone} email={portal.office_email} />
        </>
      )}
    </Opened>
  )
}

function Screen({ portal, place }: { portal: Portal; place: Place }) {
  if (place.at === 'order') return <OrderScreen key={place.orderId} orderId={place.orderId} />
  if (place.at === 'entry') return <EntryScreen key={place.orderId} orderId={place.orderId} />
  return <ListScreen portal={portal} />
}
