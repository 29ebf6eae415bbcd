import type { Block } from './markdown-tree';

/** A block to which nothing more comes: code in it is complete, whether or not its fence was closed. */
export function completed(block: Block): Block {
  switch (block.kind) {
    case 'code':
      return block.complete ? block : { ...block, complete: true };
    case 'quote':
      return { ...block, blocks: block.blocks.map(completed) };
    case 'list':
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(completed) })),
      };
    default:
      return block;
  }
}
