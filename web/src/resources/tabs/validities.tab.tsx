import { resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { useQuery } from '@tanstack/react-query'
import { resourceDocumentLabels } from '../../documents/resource.labels.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { ValiditiesList } from '../../validities/record.list.tsx'
import { addValidity, changeValidity, removeValidity, resourceValiditiesQuery, type Validity } from '../queries.ts'

/** Certificates and licences of a resource. */
export function ResourceValiditiesTab({ resourceId, isEditable }: { resourceId: string; isEditable: boolean }) {
  const query = useQuery(resourceValiditiesQuery(resourceId))
  const change = useResourceChange()
  return (
    <ValiditiesList
      query={query}
      types={resourceValidityReasons}
      labels={resourceDocumentLabels}
      isEditable={isEditable}
      onAdd={(body) => change.mutateAsync(() => addValidity(resourceId, body as Validity))}
      onChange={(validity_id, body) =>
        change.mutateAsync(() => changeValidity(resourceId, validity_id, body as Validity))
      }
      onRemove={(validity_id) => change.mutateAsync(() => removeValidity(resourceId, validity_id))}
    />
  )
}
