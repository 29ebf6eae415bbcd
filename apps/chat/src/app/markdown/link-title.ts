/** Says where a link leads, whatever its words say, after what was written about it. */
export function linkTitle(link: { readonly place: string; readonly title: string }): string {
  const { place, title } = link;
  const leads = place.includes('@')
    ? $localize`Writes a letter to ${place}:place:`
    : $localize`Opens ${place}:place: in a new tab`;
  return title === '' ? leads : `${title} · ${leads}`;
}

/** What stands in a picture's place: pictures are not loaded. */
export function imageTitle({ text }: { readonly text: string }): string {
  return text === '' ? $localize`Picture` : $localize`Picture: ${text}:text:`;
}
