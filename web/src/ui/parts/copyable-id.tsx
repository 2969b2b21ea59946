import { Flex, Text } from '@mantine/core';
import { copyText } from './copy-text';
import { IconButton } from '../forms/icon-button';

/** How much of an id is shown: enough to tell two apart and to read one over the phone. */
const SHOWN_LENGTH = 8;

interface CopyableIdProps {
  readonly id: string;
  /** The label of the button. */
  readonly label: string;
  /** The toast afterwards. */
  readonly copied: string;
}

/** The start of an id, with a button that copies all of it; as high as a line of text. */
export function CopyableId({ id, label, copied }: CopyableIdProps) {
  return (
    <Flex component="span" display="inline-flex" className="copyable" align="center" m="-14px -14px -14px 0">
      <Text span ff="monospace" title={id}>
        {id.slice(0, SHOWN_LENGTH)}
      </Text>
      <IconButton
        icon="copy"
        iconSize={16}
        label={label}
        onClick={() => {
          void copyText(id, copied);
        }}
      />
    </Flex>
  );
}
