import { Icon, type IconProps } from '../../icon/icon.tsx';

export interface DirectionalIconProps extends Omit<IconProps, 'name'> {
  name: 'arrow' | 'chevron';
  direction: 'up' | 'down' | 'left' | 'right';
}

export function DirectionalIcon({ name, direction, ...rest }: DirectionalIconProps) {
  return <Icon name={`${name}-${direction}`} {...rest} />;
}
