/** Says where a link leads, whatever its words say. */
export function linkTitle({ place }: { readonly place: string }): string {
  return place.includes('@')
    ? $localize`Writes a letter to ${place}:place:`
    : $localize`Opens ${place}:place: in a new tab`;
}

/** What stands in a picture's place: pictures are not loaded. */
export function imageTitle({ text }: { readonly text: string }): string {
  return text === '' ? $localize`Picture` : $localize`Picture: ${text}:text:`;
}
