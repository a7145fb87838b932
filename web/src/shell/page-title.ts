import { useEffect } from 'react'

/** Names the tab of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Cartage`
  }, [title])
}
