from .desk import Desk
def test_x(desk: Desk):
    desk.sit_down("me","greedy")
    desk.flick(desk.mine(), 10.0)
    print(desk.moves[-1])
    desk.come_to_rest()
    pygame_save(desk)
def pygame_save(desk):
    import pygame
    desk.run()
    pygame.image.save(desk.app.window, "/tmp/j/t.png")
