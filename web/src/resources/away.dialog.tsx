import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { midnightOf } from '../ui/time/zone.ts'
import { UnavailabilityDialog } from '../unavailabilities/unavailability.dialog.tsx'

/** A driver calls in sick: unavailable from now until the end of the day, then the trips to reassign (FIT-13). */
export function AwayDialog({ record, onClose }: { record: ResourceRecord; onClose: () => void }) {
  const navigate = useNavigate()
  const { id, name, type } = record.resource
  const resource = { id: String(id), name: String(name), type: String(type) }
  const [start] = useState(() => Date.now())
  const draft = { resource, start, end: midnightOf(start, 1), reason: 'DRIVER_SICKNESS' }
  const showTrips = () =>
    void navigate({ to: '/resources/$resourceId', params: { resourceId: resource.id }, search: { tab: 'trips' } })
  return <UnavailabilityDialog draft={draft} onClose={onClose} onSaved={showTrips} />
}
