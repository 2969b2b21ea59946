import { handleText } from '@kernel/text/handle-text';
import type { Recipient } from '@kernel/people/recipients';
import { Flex } from '@mantine/core';
import { Avatar } from '../ui/parts/avatar';
import { PlatformTile } from '../ui/parts/platform-tile';

/** A recipient in a list: name, platform and handle. */
export function RecipientLine({ recipient: { name, platform, handle } }: { readonly recipient: Recipient }) {
  return (
    <Flex component="span" gap="sm" align="center" flex={1} miw={0}>
      <Avatar name={name} />
      <span className="row-who recipient-who">
        <b>{name}</b>
        <span className="row-meta">
          <PlatformTile platform={platform} size={24} /> {platform} ·{' '}
          <span className="recipient-handle">{handleText(handle)}</span>
        </span>
      </span>
    </Flex>
  );
}
