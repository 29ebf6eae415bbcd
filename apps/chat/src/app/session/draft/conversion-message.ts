import type { Attachment } from '#contract/attachments';
import type { ConversionInput } from '#contract/conversion';

export interface Written {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Whether the words are a question or a remark, which becomes no rule. */
  readonly isRemark: boolean;
  /** Whether the conversation has files to be changed. */
  readonly hasSource: boolean;
}

/** What is said to the assistant of a conversion, and the input that goes with it. */
export interface ConversionMessage {
  readonly text: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Reads what the person wrote as a turn of a conversion: files are its source, and words say what
 * should change unless they are a remark. Words before there is any source are a remark. Pure.
 */
export function conversionMessage({
  attachments,
  hasSource,
  isRemark,
  text,
}: Written): ConversionMessage {
  const uploads = attachments.flatMap((file) =>
    file.kind === 'text' ? [{ name: file.name, text: file.text }] : [],
  );
  const words = text.trim();
  const isRefinement = words !== '' && !isRemark && (hasSource || uploads.length > 0);
  const input: ConversionInput = {
    ...(uploads.length > 0 && { uploads }),
    ...(isRefinement && { refinement: words }),
  };
  const names = uploads.map(({ name }) => name).join(', ');
  const said = words === '' ? $localize`Convert ${names}:files:.` : text;
  return { text: said, ...(Object.keys(input).length > 0 && { values: { ...input } }) };
}
