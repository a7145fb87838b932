/**
 * Degrees north and east: `51.9496, 4.1453`, `51,9496; 4,1453`, `51.9496 4.1453`. Undefined if the text is not two
 * numbers, or if commas make their boundary ambiguous.
 */
export function readCoordinates(text: string): { latitude: number; longitude: number } | undefined {
  const plain = text.trim()
  const points = /^([-+]?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([-+]?\d+(?:\.\d+)?)$/.exec(plain)
  const commas = /^([-+]?\d+,\d+)(?:\s*;\s*|,?\s+)([-+]?\d+,\d+)$/.exec(plain)
  const match = commas ?? points
  if (!match) return undefined
  const [latitude, longitude] = [match[1]!, match[2]!].map((part) => Number(part.replace(',', '.')))
  return { latitude: latitude!, longitude: longitude! }
}
